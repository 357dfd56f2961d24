// Every size that a builder may want to change, in millimetres. Numbers only: the drawings read this file too.
// Change one for a single run: ./run hardware --set plate_diameter_mm=150

/* [Ship and board: taken from the board file with --board] */
ship_diameter_mm = 304;        // across the disc, rim to rim
sectors = 4;
dot_radius_mm = 120;           // from the disc's middle to a calibration dot
alien_foot_mm = 12;            // across an alien's foot

/* [Plate] */
plate_diameter_mm = 140;       // the hard round: glass, steel or stone
plate_thickness_mm = 5;
plate_gap_mm = 1.5;            // between plate and deck, all round
carrier_thickness_mm = 7;      // printed, under the plate
carrier_inset_mm = 2;          // the plate stands over the carrier by this
pad_height_mm = 6;             // what the carrier stands on, one on each cell
pad_diameter_mm = 14;

/* [Load cells: the common 1 kg bar] */
cells = 4;
cell_length_mm = 80;
cell_width_mm = 12.7;
cell_height_mm = 12.7;
cell_hole_edge_mm = 5;         // from each end to the first hole
cell_hole_pitch_mm = 15;       // between the two holes of an end
cell_bulge_mm = 1.9;           // the glue over the gauges stands out by this
cell_fixed_thread_mm = 5;      // M5, wire end
cell_load_thread_mm = 4;       // M4, free end
load_radius_mm = 53;           // from the plate's middle to the bolt in each cell's free end

/* [Cell mounts] */
mount_width_mm = 24;
mount_height_mm = 8;           // under the cell's fixed end
mount_floor_mm = 3;
mount_tail_mm = 12;            // behind the cell, for the cable tie
stop_gap_mm = 0.3;             // the overload stop's free travel, set with a feeler gauge
stop_thread_mm = 4;
stop_block_mm = 5.5;           // height of the block that holds the stop's nut

/* [Deck and base] */
deck_margin_mm = 58;           // how far the deck reaches beyond the ship's rim
deck_thickness_mm = 12;
base_thickness_mm = 12;
deck_corner_mm = 20;           // rounded corners
post_inset_mm = 25;            // from the deck's edges to the corner bolts
post_thread_mm = 6;
post_bolt_mm = 70;
tilt_hole_radius_mm = 90;      // where the tilt sensor's wires go down through the deck
tilt_hole_mm = 4;

/* [Levelling feet] */
foot_diameter_mm = 32;
foot_height_mm = 16;
foot_floor_mm = 4;

/* [Boards] */
nano_length_mm = 45;
nano_width_mm = 18;
hx711_length_mm = 34;
hx711_width_mm = 21;
tilt_board_length_mm = 26;
tilt_board_width_mm = 19;
tray_from_middle_mm = 130;     // the tray's near edge, from the plate's middle

/* [Buttons and lights] */
button_diameter_mm = 24;       // snap-in arcade button
button_bezel_mm = 27;
button_depth_mm = 24;          // below the panel, tabs included
button_pitch_mm = 38;
light_diameter_mm = 5;
light_pitch_mm = 14;

/* [Printing] */
wall_mm = 2.4;
fit_mm = 0.25;                 // a loose fit, on each side
bed_mm = 220;

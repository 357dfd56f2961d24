// The two boards and everything bought, as far as pictures need them. Not for printing.
include <derived.scad>

module deck() {
  difference() {
    translate([0, 0, deck_bottom_z]) linear_extrude(deck_thickness_mm) difference() {
      rounded([deck_size, deck_size], deck_corner_mm);
      circle(d = deck_hole, $fn = 180);
      translate([0, tilt_hole_radius_mm]) circle(d = tilt_hole_mm);
    }
    on_each_post() translate([0, 0, plate_top_z]) countersunk(post_thread_mm, deck_thickness_mm);
    // The mark for sector 1: its line begins here.
    translate([ship_diameter_mm / 2 + 6, -1, plate_top_z - 0.6]) cube([deck_margin_mm - 14, 2, 1]);
    translate([ship_diameter_mm / 2 + 30, 12, plate_top_z]) label("1", 14);
  }
}

module base() {
  translate([0, 0, -base_thickness_mm]) difference() {
    linear_extrude(base_thickness_mm) difference() {
      rounded([deck_size, deck_size], deck_corner_mm);
      on_each_post() circle(d = clearance(post_thread_mm));
      on_each_cell() {
        for (x = [fixed_hole_near, fixed_hole_far]) translate([x, 0]) circle(d = clearance(cell_fixed_thread_mm));
        translate([stop_at, 0]) circle(d = clearance(stop_thread_mm));
      }
    }
  }
}

// The bar, with the glue over its gauges.
module cell() {
  bar();
  for (z = [-cell_bulge_mm, cell_height_mm]) translate([cell_length_mm / 2 - cell_hole_edge_mm - 14, -cell_width_mm / 2 + 1, z]) cube([28, cell_width_mm - 2, cell_bulge_mm]);
}

module bar() {
  from = -cell_hole_edge_mm;
  difference() {
    translate([from, -cell_width_mm / 2, 0]) cube([cell_length_mm, cell_width_mm, cell_height_mm]);
    for (x = [-4.5, 4.5]) translate([cell_length_mm / 2 + from + x, 0, cell_height_mm / 2]) rotate([90, 0, 0]) cylinder(d = 9.5, h = 40, center = true);
    for (x = [0, cell_hole_pitch_mm]) translate([x, 0, -1]) cylinder(d = cell_load_thread_mm, h = 20);
    for (x = [fixed_hole_near, fixed_hole_far]) translate([x, 0, -1]) cylinder(d = cell_fixed_thread_mm, h = 20);
  }
}

module cable() color("dimgray") translate([cell_length_mm - cell_hole_edge_mm, 0, 5]) rotate([0, 95, 0]) cylinder(d = 3.5, h = 26);

module stop_screw(gap = stop_gap_mm) {
  tip = cell_bottom_z - gap;
  translate([stop_at, 0, tip - 25]) {
    cylinder(d = stop_thread_mm, h = 25);
    translate([0, 0, -4]) cylinder(d = 7, h = 4);
  }
  translate([stop_at, 0, -base_thickness_mm - 4]) cylinder(d = 7.7, h = 3.2, $fn = 6);
}

module fixed_screws() for (x = [fixed_hole_near, fixed_hole_far]) translate([x, 0, 0]) {
  translate([0, 0, 18 - 30]) cylinder(d = cell_fixed_thread_mm, h = 30);
  translate([0, 0, -base_thickness_mm - 6]) cylinder(d = 8.5, h = 5);
}

module post() {
  top = plate_top_z;
  translate([0, 0, top - post_bolt_mm]) cylinder(d = post_thread_mm, h = post_bolt_mm - 0.5);
  translate([0, 0, top - 4]) cylinder(d1 = post_thread_mm, d2 = 2 * post_thread_mm, h = 3.9);
  for (z = [deck_bottom_z - 5.2, 0, -base_thickness_mm - 5.2]) translate([0, 0, z]) nut(post_thread_mm, 5.2);
}

module plate() translate([0, 0, plate_bottom_z]) cylinder(d = plate_diameter_mm, h = plate_thickness_mm, $fn = 180);

module board(size, colour) color(colour) cube([size[0], size[1], 1.6]);

// A stand-in for the game's ship: disc, shaft, hard rocker; its sizes are not taken from a real one.
module ship() {
  disc();
  for (spot = [[60, 20], [100, 70], [85, 130], [120, 200], [75, 290], [118, 320]]) rotate(spot[1]) translate([spot[0], 0, 49]) alien();
}

module disc() {
  color("#303338") translate([0, 0, 44]) cylinder(d = ship_diameter_mm, h = 5, $fn = 180);
  color("white") translate([0, 0, 48.9]) linear_extrude(0.4) {
    for (r = [30 : 20 : 150]) difference() { circle(r + 0.6); circle(r - 0.6); }
    for (a = [0 : sectors - 1]) rotate(a * 360 / sectors) translate([30, -0.6]) square([120, 1.2]);
  }
  color("#c9862e") translate([0, 0, 12]) cylinder(d = 18, h = 60);
  color("#c9862e") intersection() { translate([0, 0, 60]) sphere(60, $fn = 120); cylinder(d = 56, h = 16); }
}

module alien() color("#5aa469") { cylinder(d1 = alien_foot_mm, d2 = 8, h = 22); translate([0, 0, 27]) sphere(7); }

// The whole set-up, for the guide's pictures: `view` says which.
include <deck.scad>
use <plate_carrier.scad>
use <cell_mount.scad>
use <foot.scad>
use <node_tray.scad>
use <die_box.scad>
use <button_bar.scad>
use <tilt_cradle.scad>
use <cable_clip.scad>
use <dot_template.scad>

view = "overview";
plywood = "#d9b382";
printed = "#e0752d";
printed_too = "#3f7fbf";
metal = "#b8bcc2";
glass = "#bfe3ea";

module mounts() on_each_cell() cell_mount();
module carrier() translate([0, 0, plate_bottom_z]) mirror([0, 0, 1]) plate_carrier();
module cells_in_place() on_each_cell() translate([0, 0, cell_bottom_z]) cell();
module feet() on_each_post() translate([0, 0, foot_bottom_z]) foot();
module tray() translate([0, tray_from_middle_mm, 0]) node_tray();

module boards() translate([0, tray_from_middle_mm, 2.4]) {
  tray_w = 4 * (hx711_width_mm + 2.1) + nano_width_mm + 19.3;
  for (n = [0 : 3]) translate([-tray_w / 2 + 7 + n * (hx711_width_mm + 2.1) + 1.85, 5.85, 0]) board([hx711_width_mm, hx711_length_mm], "#2f8f4e");
  translate([tray_w / 2 - 7 - nano_width_mm - 1.85, 55.1 - nano_length_mm - 1.85, 0]) board([nano_width_mm, nano_length_mm], "#1d4f9e");
  color(metal) translate([tray_w / 2 - 7 - nano_width_mm / 2 - 5.6, 49, 1.6]) cube([8, 8, 4]);
}

module below() {
  color(plywood) base();
  color(printed) mounts();
  color(metal) cells_in_place();
  on_each_cell() translate([0, 0, cell_bottom_z]) cable();
  color("#777") on_each_cell() { stop_screw(); fixed_screws(); }
  color(printed_too) tray();
  boards();
  color(printed) feet();
  color("#777") on_each_post() post();
}

module above() {
  color(printed) carrier();
  color(glass) plate();
}

module half() render(convexity = 8) difference() {
  children();
  rotate(45) translate([-500, -1000, -200]) cube([1000, 1000, 400]);
}

// Base and deck, cut before they are made thick: that is drawn at once.
module half_boards() color(plywood) {
  translate([0, 0, -base_thickness_mm]) linear_extrude(base_thickness_mm) half_outline();
  translate([0, 0, deck_bottom_z]) linear_extrude(deck_thickness_mm) difference() {
    half_outline();
    circle(d = deck_hole, $fn = 180);
  }
}

module half_outline() difference() {
  rounded([deck_size, deck_size], deck_corner_mm);
  rotate(45) translate([-500, -1000]) square([1000, 1000]);
}

module overview() {
  below();
  above();
  color(plywood) deck();
  marks();
  translate([0, 0, plate_top_z]) ship();
  translate([-40, -deck_size / 2 - 90, -48]) { color(printed_too) button_bar(); fittings_of_bar(); }
  translate([150, -deck_size / 2 - 90, -48]) { color(printed_too) die_box(); fittings_of_die(); }
}

// What is cut into the deck, drawn as if inked.
module marks() color("#3a2a18") {
  translate([ship_diameter_mm / 2 + 6, -1, plate_top_z]) cube([deck_margin_mm - 14, 2, 0.3]);
  translate([ship_diameter_mm / 2 + 30, 12, plate_top_z + 0.3]) label("1", 14, 0.3);
}

module fittings_of_bar() for (n = [0 : 4]) translate([(n - 2) * button_pitch_mm, 0, button_depth_mm + 14]) {
  color("#b5332e") translate([0, -6, 0]) { cylinder(d = button_bezel_mm, h = 3); cylinder(d = button_diameter_mm - 6, h = 6); }
  color("gold") translate([-14, 16, 0]) sphere(light_diameter_mm / 2);
  color("white") translate([4, 16, 0.3]) label(["1", "2", "3", "NEXT", "UNDO"][n], n > 2 ? 5 : 8, 0.3);
}

module fittings_of_die() translate([0, 0, button_depth_mm + 18]) {
  color("#b5332e") translate([25, 0, 0]) { cylinder(d = button_bezel_mm, h = 3); cylinder(d = button_diameter_mm - 6, h = 6); }
  color("gold") for (x = [-1, 0, 1], y = [-1, 0, 1]) if (x != 0 || y == 0) translate([-22 + x * light_pitch_mm, y * light_pitch_mm, 0]) sphere(light_diameter_mm / 2);
}

module apart() {
  below();
  translate([0, 0, 55]) color(printed_too) carrier();
  translate([0, 0, 100]) color(glass) plate();
  translate([0, 0, 210]) { color(plywood) deck(); marks(); }
}

// Cut along two cells, the near half taken away.
module section() {
  half_boards();
  color(printed) half() mounts();
  color(printed_too) half() carrier();
  color(metal) half() on_each_cell() translate([0, 0, cell_bottom_z]) bar();
  color(glass) half() plate();
  color("#444") for (angle = [45, 225]) rotate(angle) translate([load_radius_mm, 0, 0]) { stop_screw(); fixed_screws(); }
}

module one_cell() {
  color(printed) cell_mount();
  color(metal) translate([0, 0, cell_bottom_z + 22]) cell();
  translate([0, 0, cell_bottom_z + 22]) cable();
  color("#777") translate([stop_at, 0, stop_block_mm + 6]) nut(stop_thread_mm, nut_height(stop_thread_mm));
  color("#777") translate([0, 0, -34]) { stop_screw(); fixed_screws(); }
}

module corner() {
  half_boards();
  color(printed) half() feet();
  color("#555") on_each_post() post();
}

// Cut through the shaft, to see under the disc.
module hanging() {
  color(plywood) translate([0, 0, deck_bottom_z]) linear_extrude(deck_thickness_mm) difference() {
    rounded([deck_size, deck_size], deck_corner_mm);
    circle(d = deck_hole, $fn = 180);
    translate([0, tilt_hole_radius_mm]) circle(d = tilt_hole_mm);
    translate([0, -500]) square(1000);
  }
  color(glass) far_side() plate();
  color("#303338") far_side() translate([0, 0, plate_top_z + 44]) cylinder(d = ship_diameter_mm, h = 5, $fn = 180);
  color("#c9862e") far_side() translate([0, 0, plate_top_z]) { translate([0, 0, 12]) cylinder(d = 18, h = 60); intersection() { translate([0, 0, 60]) sphere(60, $fn = 120); cylinder(d = 56, h = 16); } }
  translate([0, tilt_hole_radius_mm, plate_top_z]) rotate(90) color(printed_too) cable_clip();
  translate([0, 30, plate_top_z + 44]) mirror([0, 0, 1]) rotate(180) color(printed) tilt_cradle();
  color("crimson") {
    translate([0, 38, plate_top_z + 42.5]) rotate([-90, 0, 0]) cylinder(d = 1.6, h = 67);
    for (n = [0 : 23]) hull() { loop_at(n); loop_at(n + 1); }
    translate([0, tilt_hole_radius_mm, deck_bottom_z - 12]) cylinder(d = 1.6, h = deck_thickness_mm + 16);
  }
}

module far_side() render(convexity = 8) difference() {
  children();
  translate([0, -500, -200]) cube([1000, 1000, 400]);
}

// A slack loop from the disc (105 mm out) to the clip in the deck.
module loop_at(n) {
  t = n / 24;
  y = 105 + (tilt_hole_radius_mm - 105) * t + 14 * sin(180 * t);
  z = plate_top_z + 42.5 * (1 - t) + 4 * t - 12 * sin(180 * t) * t;
  translate([0, y, z]) sphere(0.9, $fn = 12);
}

module template_in_use() {
  color("#303338") translate([0, 0, -5]) cylinder(d = ship_diameter_mm, h = 5, $fn = 180);
  color("white") for (a = [0 : sectors - 1]) rotate(a * 360 / sectors) translate([30, -0.7, 0]) cube([ship_diameter_mm / 2 - 30, 1.4, 0.2]);
  translate([0, 0, 2.7]) rotate(360 / sectors) rotate([180, 0, 0]) color(printed) dot_template();
}

if (view == "overview") overview();
if (view == "apart") apart();
if (view == "section") section();
if (view == "cell") one_cell();
if (view == "base") below();
if (view == "corner") corner();
if (view == "tilt") hanging();
if (view == "template") template_in_use();
if (view == "die") { color(printed_too) die_box(); fittings_of_die(); }
if (view == "bar") { color(printed_too) button_bar(); fittings_of_bar(); }

// What follows from the parameters, and small shapes that many parts use.
include <parameters.scad>

$fn = 48;
eps = 0.01;

// Heights, from the base board's top upwards.
cell_bottom_z = mount_height_mm;
cell_top_z = cell_bottom_z + cell_height_mm;
carrier_bottom_z = cell_top_z + pad_height_mm;
plate_bottom_z = carrier_bottom_z + carrier_thickness_mm;
plate_top_z = plate_bottom_z + plate_thickness_mm;
deck_bottom_z = plate_top_z - deck_thickness_mm;
foot_bottom_z = plate_top_z - post_bolt_mm - (foot_floor_mm + 3.4);

deck_size = ship_diameter_mm + 2 * deck_margin_mm;
deck_hole = plate_diameter_mm + 2 * plate_gap_mm;
post_at = deck_size / 2 - post_inset_mm;
carrier_diameter = plate_diameter_mm - 2 * carrier_inset_mm;
cell_angles = [for (n = [0 : cells - 1]) 45 + n * 360 / cells];

// Along a cell: 0 is the bolt of the free end, outwards is positive.
fixed_hole_far = cell_length_mm - 2 * cell_hole_edge_mm;
fixed_hole_near = fixed_hole_far - cell_hole_pitch_mm;
stop_at = cell_hole_pitch_mm / 2;

function clearance(thread) = thread + (thread < 4 ? 0.4 : 0.5);
function nut_across(thread) = thread == 3 ? 5.5 : thread == 4 ? 7 : thread == 5 ? 8 : 10;
function nut_height(thread) = thread == 3 ? 2.4 : thread == 4 ? 3.2 : thread == 5 ? 4.7 : 5.2;

module nut(thread, height) cylinder(d = (nut_across(thread) + 0.3) / cos(30), h = height, $fn = 6);

module on_each_cell() for (angle = cell_angles) rotate(angle) translate([load_radius_mm, 0, 0]) children();

module on_each_post() for (x = [-1, 1], y = [-1, 1]) translate([x * post_at, y * post_at, 0]) children();

module rounded(size, radius) {
  offset(radius) square([size[0] - 2 * radius, size[1] - 2 * radius], center = true);
}

// A countersunk hole from z = 0 downwards (the head's top is at 0).
module countersunk(thread, depth) {
  translate([0, 0, -depth - eps]) cylinder(d = clearance(thread), h = depth + 2 * eps);
  translate([0, 0, -thread * 0.62]) cylinder(d1 = clearance(thread), d2 = 2.1 * thread, h = thread * 0.62 + eps);
}

// A box open at its bottom, standing on z = 0, its middle at the origin; posts for the lid's screws in the corners.
module shell(size, top, radius = 5) {
  difference() {
    linear_extrude(size[2]) rounded(size, radius);
    translate([0, 0, -eps]) linear_extrude(size[2] - top) rounded([size[0] - 2 * wall_mm, size[1] - 2 * wall_mm], radius - wall_mm + 0.6);
  }
  difference() {
    intersection() {
      linear_extrude(size[2] - eps) rounded(size, radius);
      on_lid_screws(size) translate([0, 0, wall_mm + fit_mm]) cylinder(d = 9, h = size[2] - wall_mm - fit_mm - eps);
    }
    on_lid_screws(size) translate([0, 0, -eps]) cylinder(d = 2.5, h = 16);
  }
}

module on_lid_screws(size) {
  for (x = [-1, 1], y = [-1, 1]) translate([x * (size[0] / 2 - 6.5), y * (size[1] / 2 - 6.5), 0]) children();
}

// What closes a shell from below: it lies inside the walls, flush with their edge.
module lid(size, radius = 5) {
  inner = [size[0] - 2 * (wall_mm + fit_mm), size[1] - 2 * (wall_mm + fit_mm)];
  difference() {
    linear_extrude(wall_mm) rounded(inner, radius - wall_mm + 0.6);
    on_lid_screws(size) translate([0, 0, -eps]) cylinder(d = 3.4, h = wall_mm + 2 * eps);
  }
}

module label(text, size = 7, depth = 0.6) {
  translate([0, 0, -depth]) linear_extrude(depth + eps) text(text, size = size, font = "DejaVu Sans:style=Bold", halign = "center", valign = "center", spacing = 1.15);
}

// Holds the tilt sensor's four thin wires where they come up through the deck; low enough for a leaning ship to pass over it.
include <derived.scad>

clip_height = 5;

module cable_clip() {
  difference() {
    linear_extrude(clip_height) rounded([18, 14], 4);
    translate([0, 0, -eps]) cylinder(d = tilt_hole_mm, h = clip_height + 1);
    // The slit that lets the wires in from the side, and grips them.
    translate([0, -0.4, -eps]) cube([20, 0.8, clip_height + 1]);
  }
}

cable_clip();

// Levelling foot: turns on the end of a corner bolt; its nut lies in the pocket at the top, a rubber dot in the recess below.
include <derived.scad>

module foot() {
  difference() {
    cylinder(d1 = foot_diameter_mm, d2 = foot_diameter_mm - 6, h = foot_height_mm);
    translate([0, 0, foot_floor_mm]) cylinder(d = clearance(post_thread_mm), h = foot_height_mm);
    translate([0, 0, foot_height_mm - nut_height(post_thread_mm)]) nut(post_thread_mm, 10);
    translate([0, 0, -eps]) cylinder(d = 20, h = 1);
    for (angle = [0 : 30 : 330]) rotate(angle) translate([foot_diameter_mm / 2 + 1, 0, 1.5]) cylinder(d = 4, h = foot_height_mm);
  }
}

foot();

// Holds the tilt sensor under the disc, close to the shaft. The arrow points along the start of sector 1.
include <derived.scad>

cradle_wall = 1.6;
cradle_floor = 1.6;
cradle_size = [tilt_board_length_mm + 2 * (fit_mm + cradle_wall), tilt_board_width_mm + 2 * (fit_mm + cradle_wall), 5];

module tilt_cradle() {
  difference() {
    linear_extrude(cradle_size[2]) rounded(cradle_size, 2);
    translate([0, 0, cradle_floor]) linear_extrude(10) square([tilt_board_length_mm + 2 * fit_mm, tilt_board_width_mm + 2 * fit_mm], center = true);
    // The wires leave at the side, the arrow is cut into the floor.
    translate([0, -cradle_size[1] / 2, cradle_floor + 5]) cube([8, 10, 10], center = true);
    translate([0, 0, -eps]) linear_extrude(cradle_floor + 1) arrow();
  }
}

module arrow() {
  translate([-8, -0.8]) square([12, 1.6]);
  polygon([[3, -4], [10, 0], [3, 4]]);
}

tilt_cradle();

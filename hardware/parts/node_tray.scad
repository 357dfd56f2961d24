// Holds the ship node and its four converters between base and deck; USB looks outwards.
include <derived.scad>

bay_wall = 1.6;
bay_height = 4;
bay_pitch = hx711_width_mm + 2 * fit_mm + bay_wall;
tray_width = cells * bay_pitch + nano_width_mm + 2 * fit_mm + 3 * bay_wall + 14;
tray_depth = nano_length_mm + 2 * fit_mm + bay_wall + 8;
tray_floor = 2.4;
nano_x = tray_width - 7 - nano_width_mm - 2 * fit_mm - bay_wall;

// Origin: the middle of the edge that looks to the plate.
module node_tray() {
  translate([-tray_width / 2, 0, 0]) difference() {
    union() {
      linear_extrude(tray_floor) translate([tray_width / 2, tray_depth / 2]) rounded([tray_width, tray_depth], 3);
      for (n = [0 : cells - 1]) translate([7 + n * bay_pitch, 4, tray_floor - eps]) bay([hx711_width_mm, hx711_length_mm]);
      translate([nano_x, tray_depth - nano_length_mm - 2 * fit_mm - bay_wall, tray_floor - eps]) open_bay([nano_width_mm, nano_length_mm]);
    }
    for (x = [4, tray_width - 4], y = [4, tray_depth - 4]) translate([x, y, -eps]) cylinder(d = 3.4, h = tray_floor + 1);
    // Slots for ties: over each converter's wires, over the connectors behind the converters.
    for (n = [0 : cells - 1], x = [-3.5, 3.5]) translate([7 + (n + 0.5) * bay_pitch + x, tray_depth - 7, tray_floor / 2]) cube([2, 4, tray_floor + 1], center = true);
    for (n = [0 : cells - 1]) translate([7 + (n + 0.5) * bay_pitch, 4 + hx711_length_mm / 2, tray_floor]) label(str(n + 1), 9);
  }
}

// Low walls round a board, open at the corners so that it can be lifted out and wires can leave.
module bay(size) {
  outer = [size[0] + 2 * (fit_mm + bay_wall), size[1] + 2 * (fit_mm + bay_wall)];
  difference() {
    cube([outer[0], outer[1], bay_height]);
    translate([bay_wall, bay_wall, -1]) cube([size[0] + 2 * fit_mm, size[1] + 2 * fit_mm, bay_height + 2]);
    translate([bay_wall + 3, -1, -1]) cube([size[0] + 2 * fit_mm - 6, outer[1] + 2, bay_height + 2]);
  }
}

// The same with its far end quite open, for the USB plug.
module open_bay(size) {
  difference() {
    bay(size);
    translate([-1, size[1] + 2 * fit_mm - 2, -1]) cube([size[0] + 10, 10, bay_height + 2]);
  }
}

node_tray();

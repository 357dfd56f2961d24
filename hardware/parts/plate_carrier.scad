// Carries the hard plate on the free ends of the four cells. Printed as it lies here: the flat side on the bed.
include <derived.scad>

module plate_carrier() {
  difference() {
    union() {
      cylinder(d = carrier_diameter, h = carrier_thickness_mm, $fn = 180);
      on_each_cell() cylinder(d = pad_diameter_mm, h = carrier_thickness_mm + pad_height_mm);
    }
    on_each_cell() mirror([0, 0, 1]) countersunk(cell_load_thread_mm, carrier_thickness_mm + pad_height_mm);
    // A notch that shows where the plate's x axis goes: towards the right of the deck.
    translate([carrier_diameter / 2, 0, -eps]) cylinder(d = 4, h = carrier_thickness_mm + 2 * eps);
  }
}

plate_carrier();

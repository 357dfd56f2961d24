// Five buttons, each with its lamp above it. Printed upside down: the face on the bed.
include <derived.scad>

bar_names = ["1", "2", "3", "NEXT", "UNDO"];
bar_size = [4 * button_pitch_mm + button_bezel_mm + 21, 66, button_depth_mm + 14];
button_y = -6;
lamp_y = 16;

module button_bar() {
  difference() {
    shell(bar_size, 3);
    for (n = [0 : 4]) translate([(n - 2) * button_pitch_mm, 0, bar_size[2]]) {
      translate([0, button_y, -4]) cylinder(d = button_diameter_mm + 0.3, h = 5);
      translate([-14, lamp_y, -4]) cylinder(d = light_diameter_mm + 0.2, h = 5);
      translate([4, lamp_y]) label(bar_names[n], len(bar_names[n]) > 1 ? 5 : 8);
    }
    translate([0, bar_size[1] / 2, 5]) cube([16, 20, 10 + 2 * eps], center = true);
  }
}

module button_lid() lid(bar_size);

button_bar();

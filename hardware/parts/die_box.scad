// The electronic die: seven lights, one button, a Nano inside. Printed upside down: the face on the bed.
include <derived.scad>

die_size = [104, 62, button_depth_mm + 18];
lights_x = -22;
button_x = 25;

module die_box() {
  difference() {
    shell(die_size, 3);
    for (x = [-1, 0, 1], y = [-1, 0, 1]) if (x != 0 || y == 0)
      translate([lights_x + x * light_pitch_mm, y * light_pitch_mm, die_size[2] - 4]) cylinder(d = light_diameter_mm + 0.2, h = 5);
    translate([button_x, 0, die_size[2] - 4]) cylinder(d = button_diameter_mm + 0.3, h = 5);
    // The USB cable, where the lid meets the wall.
    translate([-die_size[0] / 2, 0, 5]) cube([20, 12, 10 + 2 * eps], center = true);
  }
}

module die_lid() lid(die_size);

die_box();

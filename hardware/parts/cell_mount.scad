// One under each cell: the block that holds its fixed end, the overload stop under its free end, a tie for its cable.
include <derived.scad>

mount_from = stop_at - 9;
mount_to = cell_length_mm - cell_hole_edge_mm + mount_tail_mm;
pedestal_from = fixed_hole_near - 5;   // clear of the glue over the gauges

module cell_mount() {
  difference() {
    union() {
      block(mount_from, mount_to, mount_floor_mm);
      block(mount_from, stop_at + 9, stop_block_mm);
      block(pedestal_from, cell_length_mm - cell_hole_edge_mm + 1.5, mount_height_mm);
    }
    for (x = [fixed_hole_near, fixed_hole_far]) translate([x, 0, -eps]) cylinder(d = clearance(cell_fixed_thread_mm), h = mount_height_mm + 1);
    translate([stop_at, 0, -eps]) cylinder(d = clearance(stop_thread_mm), h = stop_block_mm + 1);
    translate([stop_at, 0, stop_block_mm - nut_height(stop_thread_mm) - 0.2]) nut(stop_thread_mm, 10);
    for (y = [-5, 5]) translate([mount_to - 5, y, mount_floor_mm / 2]) cube([4, 2, mount_floor_mm + 1], center = true);
  }
}

module block(from, to, height) {
  translate([from, -mount_width_mm / 2, 0]) cube([to - from, mount_width_mm, height]);
}

cell_mount();

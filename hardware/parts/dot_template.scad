// Hooks on the disc's rim between two sector lines; through its hole the calibration dot of that sector is marked.
include <derived.scad>

template_thickness = 2.4;
rim_lip = 3;
band = ship_diameter_mm / 2 - dot_radius_mm + alien_foot_mm / 2 + 8;
sector_deg = 360 / sectors;

module dot_template() {
  outer = ship_diameter_mm / 2 + fit_mm + rim_lip;
  difference() {
    union() {
      sector_ring(outer, ship_diameter_mm / 2 - band, template_thickness);
      sector_ring(outer, ship_diameter_mm / 2 + fit_mm, template_thickness + 4);
    }
    rotate(sector_deg / 2) translate([dot_radius_mm, 0, -eps]) cylinder(d = alien_foot_mm + 0.4, h = 10);
    // Notches over the two lines' places, to see them through.
    for (angle = [0, sector_deg]) rotate(angle) translate([ship_diameter_mm / 2 - band / 2, 0, -eps]) cylinder(d = 5, h = 10);
    // On the side that lies on the bed, and on top in use: there the template is turned over, its lip hanging down the rim.
    rotate(sector_deg / 2 + 17) translate([dot_radius_mm, 0, 0]) rotate([180, 0, -90]) label(str(dot_radius_mm, " mm"), 6);
  }
}

module sector_ring(outer, inner, height) {
  linear_extrude(height) difference() {
    intersection() {
      circle(outer, $fn = 240);
      polygon([[0, 0], for (n = [0 : 8]) 2 * outer * [cos(n * sector_deg / 8), sin(n * sector_deg / 8)]]);
    }
    circle(inner, $fn = 240);
  }
}

dot_template();

// Closes the die box from below.
use <die_box.scad>

die_lid();

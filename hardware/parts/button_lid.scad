// Closes the button bar from below.
use <button_bar.scad>

button_lid();

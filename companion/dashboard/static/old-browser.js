// Runs in browsers alone that know no modules, and so run nothing else here; written as those understand it.
document.getElementById("old-browser").removeAttribute("hidden");

"""Settings of Sphinx for the site of this folder's pages; `make docs` builds it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.site.look import stylesheet_variables

import gridproof

project = "gridproof"
author = "The gridproof authors"
project_copyright = author
version = release = gridproof.__version__

extensions = ["myst_nb", "sphinx_copybutton", "tools.site"]
exclude_patterns = ["_static", "pictures"]

myst_heading_anchors = 4
# Cells are run by our extension.
nb_execution_mode = "off"
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"gridproof {release}"
html_theme_options = stylesheet_variables()
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
# Files opened without a server cannot be read by scripts, so results show titles alone.
html_show_search_summary = False

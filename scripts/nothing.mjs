// Does nothing: starting it makes sure that everything is installed.

// Does nothing: starting it ensures that everything is installed.

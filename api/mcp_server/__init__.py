"""The server of the Model Context Protocol: tools, resources and a prompt for agents."""

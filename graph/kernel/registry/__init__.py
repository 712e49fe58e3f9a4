"""What is known of attributes: built-in ones, a tenant's own, the rules of redefining them."""

"""A person's answer to a held contradiction, and the lifting of rejections."""

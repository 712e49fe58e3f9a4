"""What a store of beliefs must withstand."""

"""Banners against banners."""

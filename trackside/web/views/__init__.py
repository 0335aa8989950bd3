"""The views of tables, reviews, rules, lessons and lists that clients receive."""

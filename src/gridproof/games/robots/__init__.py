"""robots: Robot Reboot and Ricochet Robots, fewest moves."""

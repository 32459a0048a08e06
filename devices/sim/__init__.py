"""The same wires, simulated at chip and byte level on one virtual clock. Part of the product."""

import numpy as np
def residual(turn, goal, ordered, table): return 0.0

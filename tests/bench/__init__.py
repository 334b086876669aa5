"""`make bench`: what our solvers and commands take, beside a floor in C and what else can do the job."""

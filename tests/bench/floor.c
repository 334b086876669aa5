/* The floor of `make bench`: what a core takes for values of Pig with a usual die, and nothing else.

   The equations are those of docs/mathematics.md, numbered as there; the loops are written for this die, this
   bust and doubles. Nothing is checked, certified or stored besides the values. Independent states are lanes:
   they lie side by side in memory, and one instruction works on LANES of them.

   Build: cc -O3 -march=native -shared -fPIC floor.c. GCC and Clang have the vectors. */

#include <stdlib.h>

enum { SIDES = 6, LANES = 8, MOST_SWEEPS = 60 };

/* A row of a table is read from any column on, so that it need not begin at a multiple of its size. */
typedef double Lanes __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef long long Mask __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

static const double FACE = 1.0 / SIDES;
/* Of a sweep's values against the guesses that it came from; rounding leaves some 1e-16. */
static const double LARGEST_RESIDUAL = 1e-14;

static inline Lanes all(double number) { return number - (Lanes){0}; }

static inline Lanes at(const double *row) { return *(const Lanes *)row; }

static inline Lanes chosen(Mask first, Lanes a, Lanes b) {
    return (Lanes)((first & (Mask)a) | (~first & (Mask)b));
}

static inline double distance(double a, double b) { return a > b ? a - b : b - a; }

/* What 2 to SIDES points more are worth, in sum; pairs first, so that additions wait less for each other. */
static inline Lanes gains(const Lanes *row) { return (row[2] + row[3]) + (row[4] + row[5]) + row[6]; }

/* ---- The race of two in turn, section 4 ---- */

typedef struct {
    Lanes *value;   /* [x], value of the turn at the score x that would be banked; 1 from the goal on */
    Lanes *bust;    /* [x], its slope in the value of a bust, the chance that the turn busts */
    double *guess;  /* [q], W of the states of a diagonal */
    double *thrown; /* [q], what the opening throw is worth */
    double *slope;  /* [q], its slope */
} Turns;

/* Sweep LANES turns (K1, K2, K3): lane l begins with `first - l` points and meets j = column + l. What a turn
   is worth goes to `thrown` and `slope` from q on. */
static void sweep(int goal, const double *hold, size_t width, int column, int first, Lanes bust, Turns turns,
                  int q) {
    int last = first - LANES + 1 > 0 ? first - LANES + 1 : 0;
    for (int x = goal - 1; x >= last; x--) {
        Lanes thrown = (bust + gains(turns.value + x)) * FACE;
        Lanes slope = (gains(turns.bust + x) + 1.0) * FACE;
        if (x <= first) {
            turns.thrown[q + first - x] = thrown[first - x];
            turns.slope[q + first - x] = slope[first - x];
        }
        Lanes held = at(hold + x * width + column);
        Mask better = (Mask)(thrown > held);
        turns.value[x] = chosen(better, thrown, held);
        turns.bust[x] = (Lanes)(better & (Mask)slope);
    }
}

/* A Newton step on every mirrored pair of a diagonal (R3); the largest residual before it. */
static double step(int count, Turns turns) {
    double residual = 0.0;
    for (int q = 0, mirror = count - 1; q <= mirror; q++, mirror--) {
        double own = turns.thrown[q] + turns.slope[q] * turns.guess[mirror];
        double other = turns.thrown[mirror] + turns.slope[mirror] * turns.guess[q];
        double off = distance(turns.thrown[q], turns.guess[q]);
        double mirror_off = distance(turns.thrown[mirror], turns.guess[mirror]);
        residual = off > residual ? off : residual;
        residual = mirror_off > residual ? mirror_off : residual;
        turns.guess[q] = (own - turns.slope[q] * other) / (1.0 - turns.slope[q] * turns.slope[mirror]);
        turns.guess[mirror] = other - turns.slope[mirror] * turns.guess[q];
    }
    return residual;
}

/* The first guess goes straight on from the scores one and two points greater. */
static double guess(int goal, int i, int j, const double *hold, size_t width) {
    int greater = i > j ? i : j;
    if (greater + 1 >= goal) return 0.5;
    double one_more = 1.0 - hold[(j + 1) * width + i + 1];
    return greater + 2 >= goal ? one_more : 2.0 * one_more - (1.0 - hold[(j + 2) * width + i + 2]);
}

/* Solve the race to a goal; the first player's chance to win, or -1 if a diagonal does not settle.
   hold: double[goal][goal + LANES], comes with 0 past column `goal`; hold[x][j] becomes 1 - W(j, x). */
double race(int goal, double *hold) {
    size_t width = goal + LANES, rows = goal + SIDES + 1;
    Lanes *memory = aligned_alloc(64, 2 * rows * sizeof(Lanes));
    double *states = calloc(3 * width, sizeof(double));
    Turns turns = {memory, memory + rows, states, states + width, states + 2 * width};
    for (int x = goal; x <= goal + SIDES; x++) {
        turns.value[x] = all(1.0);
        turns.bust[x] = all(0.0);
    }
    double residual = 0.0;
    for (int sum = 2 * goal - 2; sum >= 0 && residual <= LARGEST_RESIDUAL; sum--) {
        int low = sum < goal ? 0 : sum - goal + 1, high = sum - low, count = high - low + 1;
        for (int q = 0; q < count; q++) turns.guess[q] = guess(goal, high - q, low + q, hold, width);
        residual = 1.0;
        for (int sweeps = 0; residual > LARGEST_RESIDUAL && sweeps < MOST_SWEEPS; sweeps++) {
            for (int q = 0; q < count; q += LANES) {
                Lanes bust = all(0.0);
                for (int lane = 0; lane < LANES && q + lane < count; lane++)
                    bust[lane] = 1.0 - turns.guess[count - 1 - q - lane];
                sweep(goal, hold, width, low + q, high - q, bust, turns, q);
            }
            residual = step(count, turns);
        }
        for (int q = 0; q < count; q++) hold[(low + q) * width + high - q] = 1.0 - turns.guess[q];
    }
    free(memory);
    free(states);
    return residual <= LARGEST_RESIDUAL ? 1.0 - hold[0] : -1.0;
}

/* ---- Everybody at once: best responses to hold at n, section 5 ---- */

typedef struct {
    int goal;
    double *reach; /* [k], chance that a turn total of k ever comes (D1) */
    double *bust;  /* [k], chance that a turn that holds at k busts (D2) */
    double *stop;  /* [k][m], chance that it ends at k + m */
} Game;

/* What an opponent does that holds at n, or at what it lacks to the goal if that is less, by its score. */
typedef struct {
    int n;
    size_t width;    /* of the tables in which this opponent's score is the column */
    double *nothing; /* [b], chance to gain nothing; 0 from the goal on, as all here */
    double *wins;    /* [b], chance to reach the goal */
    double *after;   /* [m][b], chance to get to b + n + m and no goal yet */
} Opponent;

/* Tables of all states with one score of the other opponent, by [t + b][b]: states of equal sum are lanes. */
typedef struct {
    double *value; /* V(t, b), t below the goal */
    double *after; /* G(t, b) */
    double *again; /* H(t, b) of (S3) */
    double *leave; /* [k][b], 1 over the chance to leave the state by holding at k */
} Tables;

/* The other opponent, at one score: what it does, and what the mover's states are worth after that. */
typedef struct {
    double nothing, wins;
    double chance[SIDES];       /* chance of its m-th score */
    const double *there[SIDES]; /* float64[t + b][b], values there, over all that b may do */
    int scores;
} Other;

static Game new_game(int goal) {
    double *memory = calloc((2 + SIDES) * (goal + 1), sizeof(double));
    Game game = {goal, memory, memory + goal + 1, memory + 2 * (goal + 1)};
    game.reach[0] = 1.0;
    for (int k = 1; k <= goal; k++) {
        for (int face = 2; face <= SIDES && face <= k; face++) game.reach[k] += FACE * game.reach[k - face];
        game.bust[k] = game.bust[k - 1] + FACE * game.reach[k - 1];
        for (int more = 0; more < SIDES; more++)
            for (int face = more > 1 ? more + 1 : 2; face <= SIDES && face <= k + more; face++)
                game.stop[SIDES * k + more] += FACE * game.reach[k + more - face];
    }
    return game;
}

static Opponent new_opponent(const Game *game, int n) {
    size_t width = game->goal + n + SIDES + LANES;
    double *memory = calloc((2 + SIDES) * width, sizeof(double));
    Opponent one = {n, width, memory, memory + width, memory + 2 * width};
    for (int b = 0; b < game->goal; b++) {
        int least = n < game->goal - b ? n : game->goal - b;
        one.nothing[b] = game->bust[least];
        for (int more = 0; more < SIDES; more++) {
            double chance = game->stop[SIDES * least + more];
            if (b + least + more >= game->goal) one.wins[b] += chance;
            else one.after[more * width + b] = chance;
        }
    }
    return one;
}

static size_t table_size(const Game *game, const Opponent *last) {
    return (2 * game->goal + last->n + SIDES + LANES) * last->width;
}

static Tables new_tables(const Game *game, const Opponent *last) {
    size_t size = table_size(game, last);
    double *memory = calloc(4 * size, sizeof(double));
    return (Tables){memory, memory + size, memory + 2 * size, memory + 3 * size};
}

/* Who has the goal shares one win with all others who get there in the same turn. */
static void fill_past_goal(const Game *game, const Opponent *last, const Other *other, Tables tables) {
    for (int b = 0; b < game->goal; b++) {
        double one = other->wins, two = last->wins[b];
        double share = 1.0 - (one + two) / 2.0 + one * two / 3.0;
        for (int t = game->goal; t < game->goal + SIDES + LANES; t++) {
            tables.after[(t + b) * last->width + b] = share;
            tables.again[(t + b) * last->width + b] = -FACE * share;
        }
    }
}

static void fill_leave(const Game *game, const Opponent *last, const Other *other, Tables tables) {
    for (int k = 1; k <= game->goal; k++) {
        double stays = game->bust[k] * other->nothing;
        for (size_t b = 0; b < last->width; b++)
            tables.leave[k * last->width + b] = 1.0 / (1.0 - stays * last->nothing[b]);
    }
}

/* The best of holding at 1, 2, ..., from one action to the next (S2, S3), for LANES states at once. */
static inline Lanes best(const Game *game, int most, Lanes busts, Lanes first, const double *again,
                         const double *leave, size_t width) {
    Lanes worth = busts + first;
    Lanes value = worth * at(leave + width);
    for (int k = 1; k < most; k++) {
        worth += game->reach[k] * (busts + at(again + k * width));
        Lanes rival = worth * at(leave + (k + 1) * width);
        value = chosen((Mask)(rival > value), rival, value);
    }
    return value;
}

/* Solve all states with one score of the other opponent, by falling t + b.
   out: float64[t + b][b], becomes their values over all that b may do. */
static void solve_row(const Game *game, const Opponent *last, const Other *other, Tables tables,
                      double *out) {
    size_t width = last->width;
    fill_past_goal(game, last, other, tables);
    for (int sum = 2 * game->goal - 2; sum >= 0; sum--) {
        int low = sum < game->goal ? 0 : sum - game->goal + 1, high = sum - low;
        for (int b = low; b <= high; b += LANES) {
            size_t here = sum * width + b;
            const double *there = tables.value + here + last->n * (width + 1);
            int least = sum - b - LANES + 1 > 0 ? sum - b - LANES + 1 : 0;
            Lanes scored = all(0.0), elsewhere = all(0.0), first = all(0.0);
            if (b + last->n < game->goal)
                for (int more = 0; more < SIDES; more++)
                    scored += at(last->after + more * width + b) * at(there + more * (width + 1));
            for (int score = 0; score < other->scores; score++)
                elsewhere += other->chance[score] * at(other->there[score] + here);
            for (int face = 2; face <= SIDES; face++) first += at(tables.after + here + face * width);
            first *= FACE;
            Lanes missing = elsewhere + other->nothing * scored;
            Lanes value = best(game, game->goal - least, FACE * missing, first, tables.again + here,
                               tables.leave + b, width);
            Lanes nothing = at(last->nothing + b);
            Lanes after = missing + other->nothing * nothing * value;
            *(Lanes *)(tables.value + here) = value;
            *(Lanes *)(tables.after + here) = after;
            *(Lanes *)(tables.again + here) = first - after;
            *(Lanes *)(out + here) = scored + nothing * value;
        }
    }
}

static void forget(Game game, Opponent opponent, Tables tables) {
    free(game.reach);
    free(opponent.nothing);
    free(tables.value);
}

/* Chance to win of the best response to one who holds at n. Up to some 200 points: beyond, turns that hold at
   the goal bust so often that (S3) loses digits, see "Stalling". */
double response_to_one(int goal, int n) {
    Game game = new_game(goal);
    Opponent last = new_opponent(&game, n);
    Tables tables = new_tables(&game, &last);
    double *out = calloc(table_size(&game, &last), sizeof(double));
    Other nobody = {.nothing = 1.0, .wins = 0.0, .scores = 0};
    fill_leave(&game, &last, &nobody, tables);
    solve_row(&game, &last, &nobody, tables, out);
    double start = tables.value[0];
    forget(game, last, tables);
    free(out);
    return start;
}

/* Chance to win of the best response to two who hold at n and m. */
double response_to_two(int goal, int n, int m) {
    Game game = new_game(goal);
    Opponent first = new_opponent(&game, n), last = new_opponent(&game, m);
    Tables tables = new_tables(&game, &last);
    size_t size = table_size(&game, &last);
    /* Of the scores that lie ahead of the first opponent: n and what a throw may add. */
    int kept = n + SIDES;
    double *ahead = calloc(kept * size, sizeof(double)), left = -1.0;
    for (int a = goal - 1; a >= 0; a--) {
        Other other = {.nothing = first.nothing[a], .wins = first.wins[a], .scores = 0};
        for (int more = 0; more < SIDES && a + n + more < goal; more++) {
            other.chance[more] = first.after[more * first.width + a];
            other.there[more] = ahead + (a + n + more) % kept * size;
            other.scores = more + 1;
        }
        if (other.nothing != left) fill_leave(&game, &last, &other, tables);
        left = other.nothing;
        solve_row(&game, &last, &other, tables, ahead + a % kept * size);
    }
    double start = tables.value[0];
    forget(game, last, tables);
    free(first.nothing);
    free(ahead);
    return start;
}

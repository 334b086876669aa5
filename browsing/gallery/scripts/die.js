// A fair die that a seed determines, the same in every browser: SplitMix64 (Steele, Lea & Flood 2014). Its state
// is one word of 64 bits, which a constant is added to; the word drawn is the state with its bits mixed.

const WORD = (1n << 64n) - 1n;

// A function that draws the next word, from 0 to 2^64 - 1.
function wordsOf(seed) {
  let state = BigInt(seed);
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & WORD;
    let word = state;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
    return word ^ (word >> 31n);
  };
}

// A function that throws the die. The top three bits count from 0 to 7; 6 and 7 are drawn again, so that all six
// faces are equally likely, without the bias of a remainder.
function dieOf(seed) {
  const nextWord = wordsOf(seed);
  return () => {
    let drawn = 7;
    while (drawn > 5) drawn = Number(nextWord() >> 61n);
    return drawn + 1;
  };
}

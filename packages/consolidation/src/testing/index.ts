export { type LoopScript, type PlayedLoop, playLoop, type RoundScript } from './play-loop.ts';
export { candidate, finding, headTree, protocol, review, roundOf, scanner } from './reviews.ts';

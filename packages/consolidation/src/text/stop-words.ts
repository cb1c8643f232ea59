/** Words that every finding may contain and that say nothing about which problem it is. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the and or but if then else when while of in on at to for from by with without as into ' +
    'is are was were be been being it its this that these those there here which who what where ' +
    'not no can could may might will would should must does do did has have had so such than ' +
    'because due also only just even still more most some any all each both other another same ' +
    'using used uses use via instead rather very'
  ).split(' '),
);

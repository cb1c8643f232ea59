/** One remark of a person, from a review, a feedback file or a history. */
export interface MinedComment {
  readonly text: string;
  readonly author: string;
  /** What it was about: a change id, commit or pull request; one vote per change and author. */
  readonly change: string;
  readonly file?: string;
  /** True where the record says that it was acted upon. */
  readonly isResolved: boolean;
  readonly source: 'feedback' | 'gerrit' | 'github' | 'history' | 'documentation';
}

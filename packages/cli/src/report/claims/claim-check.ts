/** What became of a file since the commit compared with. */
export type Change = 'added' | 'modified' | 'deleted'

/**
 * What is found where a report names a file: a change, or why there is none. `missing`: no such
 * file, now or then; `ignored`: git is told not to look at it; `outside`: not in the work tree;
 * `nested`: inside another repository or behind a link; `not_a_path`: blank, or no name a file can
 * have.
 */
export type ClaimVerdict =
  | Change
  | 'unchanged'
  | 'missing'
  | 'ignored'
  | 'folder'
  | 'outside'
  | 'nested'
  | 'not_a_path'

/** One file that a report names, held against the work tree. */
export interface Claim {
  readonly field: 'filesModified' | 'testsWritten'
  readonly index: number
  /** As the report has it. */
  readonly claimed: string
  /** From the top of the work tree, with forward slashes; null when it is not inside. */
  readonly path: string | null
  readonly verdict: ClaimVerdict
  /** False for everything but a change; a test that was deleted was not written. */
  readonly holds: boolean
}

/** A file that was changed and that the report does not name. */
export interface Unreported {
  readonly path: string
  readonly change: Change
}

/** The claims of a report, held against a work tree. */
export interface CheckedClaims {
  readonly kind: 'checked'
  /** True when every claim holds; files that are not named do not count. */
  readonly holds: boolean
  readonly claims: readonly Claim[]
  readonly unreported: readonly Unreported[]
  /** The top of the work tree. */
  readonly tree: string
  /** The commit compared with; null in a repository without commits. */
  readonly base: string | null
}

/**
 * Why claims cannot be checked; `no_access`: a folder may not be read, or the temporary one not
 * written to.
 */
export type ClaimCheckObstacle =
  | 'no_access'
  | 'no_git'
  | 'no_folder'
  | 'not_a_repository'
  | 'unknown_base'
  | 'time_limit'
  | 'too_large'
  | 'git_failed'

/** Nothing is known about the claims. */
export interface UncheckedClaims {
  readonly kind: 'unchecked'
  readonly obstacle: ClaimCheckObstacle
  /** One sentence for people. */
  readonly message: string
}

export type ClaimCheck = CheckedClaims | UncheckedClaims

/** Ends a check from within; `checkClaims` turns it into its result. */
export class ClaimCheckFailure extends Error {
  readonly obstacle: ClaimCheckObstacle

  constructor(obstacle: ClaimCheckObstacle, message: string) {
    super(message)
    this.obstacle = obstacle
  }
}

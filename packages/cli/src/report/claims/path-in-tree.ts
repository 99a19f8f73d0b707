import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A folder of a work tree. */
export interface TreeFolder {
  /** The top of the work tree. */
  readonly top: string
  /** What paths are relative to, with links resolved. */
  readonly folder: string
  /** The same folder as the user named it, absolute. */
  readonly alias: string
}

/**
 * Says which file of a work tree a report names, without looking at the disk.
 *
 * @param claimed relative to the folder, or absolute
 * @returns the path from the top with forward slashes, without one at the end; empty for the top
 *   itself, null when it leads out of the tree or into `.git`
 */
export function pathInTree(claimed: string, { top, folder, alias }: TreeFolder): string | null {
  const inside = (file: string): string | null => {
    const path = relative(top, file)
    const steps = path.split(sep)
    // On Windows the way to another drive is absolute.
    if (isAbsolute(path) || steps[0] === '..') return null
    return steps.some(step => step.toLowerCase() === '.git') ? null : steps.join('/')
  }
  const renamed = isAbsolute(claimed) ? relative(alias, claimed) : claimed
  return inside(resolve(folder, claimed)) ?? inside(resolve(folder, renamed))
}

import { isAbsolute, relative, resolve, sep } from 'node:path'

/**
 * Says which file of a work tree a report names, without looking at the disk.
 *
 * @param claimed relative to the folder, or absolute
 * @param folder with links resolved, inside the tree; `alias` is how the user named it
 * @returns the path from the top with forward slashes, without one at the end; empty for the top
 *   itself, null when it leads out of the tree or into `.git`
 */
export function pathInTree(
  claimed: string,
  { top, folder, alias }: { top: string; folder: string; alias: string }
): string | null {
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

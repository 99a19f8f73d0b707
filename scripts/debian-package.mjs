import { spawnSync } from 'node:child_process'

const runs = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Installs one of Debian's packages where that is possible and allowed, without starting a service
 * that comes with it. Says nothing of success: look for the program.
 */
export const installPackage = name => {
  const isRoot = process.getuid?.() === 0
  if (!runs('apt-get', ['--version']) || !(isRoot || runs('sudo', ['-n', 'true']))) return
  console.error(`Installing Debian's ${name} for the tests …`)
  // invoke-rc.d starts nothing in run level 1.
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1']
  const apt = args => {
    const [command, ...rest] = [
      ...(isRoot ? [] : ['sudo', '-n']),
      'env',
      ...settings,
      'apt-get',
      ...args
    ]
    spawnSync(command, rest, { stdio: ['ignore', 'ignore', 2] })
  }
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', name])
}

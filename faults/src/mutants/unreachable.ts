/** Why an entry that follows another hash cannot come to a store: the check stands for callers to come. */
export const unreachable =
  'a grant holds only while its fence is the latest, and nothing but its own commit changes the hash until then; the engine seals an entry with the hash of its grant'

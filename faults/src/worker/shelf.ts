/** The least a store can be: values under names, and a lock that ends by itself. */
export interface Shelf {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  /** True for one caller until `milliseconds` are over or it is unlocked. */
  lock(name: string, milliseconds: number): Promise<boolean>
  unlock(name: string): Promise<void>
}

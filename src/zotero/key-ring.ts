/** A key that Zotero gave. One that was allowed once is spent by the first request that carries it, also by one that fails. */
export interface WriteKey {
  readonly key: string
  readonly lasting: boolean
}

/** Where a host keeps secrets. None is given by default: then keys live as long as the process. */
export interface KeyStore {
  read(serverId: string): Promise<string | undefined>
  write(serverId: string, key: string): Promise<void>
  remove(serverId: string): Promise<void>
}

export interface KeyRing {
  /** The key for this server, taken out if it is good for one request only. */
  take(serverId: string): Promise<WriteKey | undefined>
  put(serverId: string, key: WriteKey): Promise<void>
  forget(serverId: string): Promise<void>
  /** A lasting key is at hand. */
  holds(serverId: string): boolean
}

/** Keys in memory, by server id. With `store`, lasting ones are also kept there and read from there at first need. */
export function createKeyRing(store?: KeyStore): KeyRing {
  const lasting = new Map<string, string>()
  const once = new Map<string, string>()
  return {
    async take(serverId) {
      const single = once.get(serverId)
      if (single !== undefined) {
        once.delete(serverId)
        return { key: single, lasting: false }
      }
      const key = lasting.get(serverId) ?? await store?.read(serverId)
      if (key === undefined) return undefined
      lasting.set(serverId, key)
      return { key, lasting: true }
    },
    async put(serverId, key) {
      if (!key.lasting) return void once.set(serverId, key.key)
      lasting.set(serverId, key.key)
      await store?.write(serverId, key.key)
    },
    async forget(serverId) {
      once.delete(serverId)
      lasting.delete(serverId)
      await store?.remove(serverId)
    },
    holds: (serverId) => lasting.has(serverId),
  }
}

/** What stands behind the figures, by item: why an aim is missed, and whose it is. */
export const reasons: Record<string, string[]> = {};

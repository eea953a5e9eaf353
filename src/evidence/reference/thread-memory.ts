/** What a thread over the reference data may take, in megabytes. All screening lists take 350 MB when they are open. */
export const threadMemory = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 768 }

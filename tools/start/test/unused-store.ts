/** For `startServers`: an object store that is neither started nor used. */
export const UNUSED_STORE = { endpoint: '', bucket: '', region: '', accessKeyId: '', secretAccessKey: '' };

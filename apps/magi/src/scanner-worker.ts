import '@magi/scanners/worker';

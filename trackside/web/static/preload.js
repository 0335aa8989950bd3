// Runs before the page's own code: asks for what a table needs, so that nothing of it waits for its turn.
if (location.pathname.startsWith('/table/'))
  for (const name of [
    'boards',
    'chart',
    'choice',
    'curve',
    'default-board',
    'dice',
    'ending',
    'fair',
    'follow',
    'guide',
    'hover',
    'kept',
    'leave',
    'log',
    'motion',
    'offers',
    'playback',
    'presses',
    'queue',
    'rail',
    'rule-text',
    'rules',
    'salt',
    'seat-notice',
    'sha256',
    'socket',
    'sound',
    'stage',
    'tab',
    'table',
    'tray',
    'turns',
    'waiting',
    'what-if',
  ]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/static/${name}.js`;
    document.head.append(link);
  }

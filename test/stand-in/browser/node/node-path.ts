/** Node's `path` on POSIX systems, as much of it as the plugin uses; `cwd` is an absolute path. */
export function posixPath(cwd: string) {
  const isAbsolute = (path: string): boolean => path.startsWith('/');

  const normalize = (path: string): string => {
    const names = resolveDots(path);
    if (names === '') return isAbsolute(path) ? '/' : path.endsWith('/') ? './' : '.';
    return (isAbsolute(path) ? '/' : '') + names + (path.endsWith('/') ? '/' : '');
  };

  const basename = (path: string, ending = ''): string => {
    const name = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
    return name !== ending && name.endsWith(ending)
      ? name.slice(0, name.length - ending.length)
      : name;
  };

  return {
    sep: '/',
    delimiter: ':',
    isAbsolute,
    normalize,
    basename,

    join: (...parts: string[]): string => {
      const joined = parts.filter((part) => part !== '').join('/');
      return joined === '' ? '.' : normalize(joined);
    },

    resolve: (...parts: string[]): string => {
      const from = parts.findLastIndex(isAbsolute);
      const path = [...(from === -1 ? [cwd] : []), ...parts.slice(Math.max(from, 0))].join('/');
      return `/${resolveDots(path)}`;
    },

    dirname: (path: string): string => {
      const end = path.replace(/\/+$/, '').lastIndexOf('/');
      if (end > 1) return path.slice(0, end);
      // Node keeps the second slash of a path that begins with two.
      if (end === 1 && isAbsolute(path)) return '//';
      if (end === 1) return path.slice(0, 1);
      return isAbsolute(path) ? '/' : '.';
    },

    extname: (path: string): string => {
      const name = basename(path);
      const dot = name.lastIndexOf('.');
      return dot > 0 && name !== '..' ? name.slice(dot) : '';
    },
  };
}

/** The names of a path without `.` and empty ones, and with `..` carried out as far as it goes. */
function resolveDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (!path.startsWith('/')) names.push('..');
  }
  return names.join('/');
}

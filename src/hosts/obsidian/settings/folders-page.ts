import { AbstractInputSuggest, type App, type Setting, type SettingDefinitionPage } from 'obsidian';
import { foldName } from '../../../core/note/vault-path.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { ContractFolder } from '../../../core/settings/folders.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';
import { renameFolder, renameProblem } from './rename-folder.js';
import type { SettingsContext } from './parts/settings-context.js';
import { liveSetting, sayAt, type LiveRows } from './parts/live-setting.js';

const folderNames: Readonly<Record<ContractFolder, string>> = {
  inbox: 'Inbox',
  needsAction: 'Needs action',
  plans: 'Plans',
  pending: 'Pending approval',
  approved: 'Approved',
  rejected: 'Rejected',
  donePlans: 'Finished plans',
  doneActions: 'Executed actions',
  archive: 'Archive',
  logs: 'Logs',
};

export function foldersPage(context: SettingsContext): SettingDefinitionPage {
  const { vault } = context.app;
  const drafts: FolderDrafts = new Map();
  return {
    type: 'page',
    name: 'Folders',
    desc: 'Where tasks, plans and requests are stored.',
    items: [
      {
        type: 'group',
        items: [
          liveSetting(context, {
            name: 'Changing a name here renames the folder',
            desc: 'Everything in it moves too. Renaming a folder doesn’t approve anything in it. Actions stop until you confirm the new names on the device that runs actions.',
            aliases: Object.values(folderNames),
            shows: () =>
              entriesOf(settingsOf(context)).map(([place, folder]) => [
                place,
                folder,
                vault.getFolderByPath(folder) !== null,
              ]),
            draw: (rows) => {
              for (const [place, folder] of entriesOf(settingsOf(context))) {
                rows.add((row) => drawFolder(context, rows, row, { place, folder, drafts }));
              }
            },
          }),
        ],
      },
    ],
  };
}

type FolderDrafts = Map<ContractFolder, string>;

function drawFolder(
  context: SettingsContext,
  rows: LiveRows,
  row: Setting,
  {
    place,
    folder,
    drafts,
  }: { readonly place: ContractFolder; readonly folder: string; readonly drafts: FolderDrafts },
): void {
  const { vault } = context.app;
  const shown = showInvisible(folder);
  row.setName(folderNames[place]);
  if (vault.getFolderByPath(folder) === null) {
    row.setDesc(`“${shown}” is missing. Create it in the file explorer to use it again.`);
    return;
  }
  if (shown !== folder) row.setDesc(`Its name contains invisible characters: “${shown}”.`);
  let typed = folder;
  let allow: (isAllowed: boolean) => void = () => undefined;
  let check: (value: string) => void = () => undefined;
  row.addText((text) => {
    text.setValue(drafts.get(place) ?? folder);
    text.inputEl.setAttr('aria-label', `${folderNames[place]}: folder`);
    check = (value) => {
      if (value === folder) drafts.delete(place);
      else drafts.set(place, value);
      typed = value.trim().replace(/^\/+|\/+$/gu, '');
      const settings = settingsOf(context);
      const problem =
        typed === folder || !settings
          ? null
          : renameProblem(vault, settings, { from: folder, to: typed });
      row.setErrorMessage(problem);
      allow(typed !== folder && problem === null);
      text.inputEl.setAttr('aria-invalid', String(problem !== null));
    };
    text.onChange(check);
    const places = new FolderSuggest(context.app, text.inputEl, folder);
    places.onSelect((path) => {
      text.setValue(path);
      check(path);
      places.close();
    });
  });
  rows.button(
    row,
    'Rename',
    (_press, button) => {
      const settings = settingsOf(context);
      if (!settings) return;
      button.setDisabled(true);
      void renameFolder(vault, settings, { from: folder, to: typed }).then((done) => {
        button.setDisabled(false);
        if (done.ok) drafts.delete(place);
        sayAt(row, done);
      });
    },
    folderNames[place],
  );
  const rename = row.components.at(-1);
  allow = (isAllowed) => void rename?.setDisabled(!isAllowed);
  check(drafts.get(place) ?? folder);
}

class FolderSuggest extends AbstractInputSuggest<string> {
  constructor(
    app: App,
    input: HTMLInputElement,
    private readonly folder: string,
  ) {
    super(app, input);
  }

  protected override getSuggestions(query: string): string[] {
    const { app, folder } = this;
    if (query === folder) return [];
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const wanted = foldName(query);
    return app.vault
      .getAllFolders()
      .filter(({ path }) => path !== folder && !path.startsWith(`${folder}/`))
      .map(({ path }) => `${path}/${name}`)
      .filter((path) => path !== folder && path !== query && foldName(path).includes(wanted))
      .sort();
  }

  override renderSuggestion(path: string, element: HTMLElement): void {
    element.setText(showInvisible(path));
  }
}

function settingsOf({ session: { state } }: SettingsContext): VaultSettings | null {
  return state.at === 'ready' ? state.vault.settings : null;
}

function entriesOf(settings: VaultSettings | null): readonly [ContractFolder, string][] {
  return Object.entries(settings?.folders ?? {}) as [ContractFolder, string][];
}

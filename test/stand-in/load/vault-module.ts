import { SecretStorage } from '../device/secret-storage.js';
import { MetadataCache } from '../metadata/metadata-cache.js';
import { TAbstractFile, TFile, TFolder } from '../vault/abstract-file.js';
import { CapacitorAdapter, FileSystemAdapter } from '../vault/adapter.js';
import { Vault } from '../vault/vault.js';
import { apiFunctions } from './api-functions.js';
import { App } from './app.js';
import { Component } from './component.js';
import { Events } from './events.js';
import { FileManager } from './file-manager.js';
import { Plugin } from './plugins/plugin.js';

/** The part of the `obsidian` module that runs without screens. Each class says what it follows. */
export const vaultModule = {
  ...apiFunctions,
  App,
  CapacitorAdapter,
  Component,
  Events,
  FileManager,
  FileSystemAdapter,
  MetadataCache,
  Plugin,
  SecretStorage,
  TAbstractFile,
  TFile,
  TFolder,
  Vault,
};

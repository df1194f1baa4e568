// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an address to listen on: {@code HOST:PORT}, with an IPv6 address in brackets. */
final class AddressConverter implements ITypeConverter<InetSocketAddress> {

  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.]{2,45}]|[A-Za-z0-9.-]{1,253}):([0-9]{1,5})");

  private static final int LAST_PORT = 65_535;

  @Override
  public InetSocketAddress convert(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > LAST_PORT) {
      throw new TypeConversionException(
          "'" + text + "' is not HOST:PORT (127.0.0.1:4317, 0.0.0.0:4317, [::]:4317)");
    }
    try {
      InetAddress host = InetAddress.getAllByName(matcher.group(1))[0];
      return new InetSocketAddress(host, Integer.parseInt(matcher.group(2)));
    } catch (UnknownHostException e) {
      throw new TypeConversionException("'" + text + "': no such host");
    }
  }
}
